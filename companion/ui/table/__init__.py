"""What the Table page is made of: who looks at the screen, the scene, the narrator's side, the rivals', decisions."""
