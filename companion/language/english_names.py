"""English given names that tell whether somebody is a he or a she; none that is as well a common word of tales."""

from __future__ import annotations

BOY_NAMES = frozenset(
    "adam alan albert alec alex alexander alfred andrew anthony anton arnold arthur barnaby ben benjamin bernard "
    "bertie bob bobby boris brian bruno caleb carl cedric charles charlie christian christopher conrad cyril "
    "daniel danny david dennis derek dick dominic donald douglas duncan eddie edgar edmund edward edwin emil eric "
    "ernest ethan eugene felix ferdinand finn francis fred freddie frederick gabriel gareth geoffrey george "
    "gerald gilbert giles godfrey gordon graham gregory gus gustav hamish hans harold harry hector henry herbert "
    "herman horace hubert hugh hugo humphrey ian igor isaac ivan ivo jack jacob jake james jamie jan jasper jens "
    "jeremy jim jimmy joe johann john johnny jonas jonathan joseph joshua julian julius karl keith kenneth kevin "
    "kurt lars laurence lawrence leo leon leonard leopold lewis lionel louis luca lucas ludwig luke magnus "
    "malcolm marco marcus mario martin matthew maurice max michael miles moritz morris nathan ned neil nicholas "
    "nick nicolas nigel noah norman olaf oliver oscar oswald otto owen pablo patrick paul pedro percy peter "
    "philip pierre quentin ralph raymond reginald richard robert robin roderick rodney roger roland rolf ronald "
    "rory rufus rupert sam sammy samuel sebastian simon stanley stefan stephen steven stuart ted theo theodore "
    "thomas tim timothy tobias toby tom tommy tony tristan victor vincent walter wilfred william winston wolfgang "
    "xavier zachary".split()
)
GIRL_NAMES = frozenset(
    "abigail ada adela agatha agnes alexandra alice alison amelia amy andrea angela anita ann anna annabel anne "
    "annie antonia astrid audrey barbara beatrice becky bella bertha bessie betsy betty bianca brenda bridget "
    "camilla carla carmen carol caroline catherine cecilia celia charlotte chloe christina christine clara "
    "clarissa claudia cordelia cynthia daphne deborah deirdre delia denise diana dinah dolly dora doris dorothea "
    "dorothy edith eileen elaine eleanor elena elisabeth eliza elizabeth ella ellen elsa elsie emily emma erica "
    "esther ethel eva eve evelyn fanny felicity fiona flora florence frances freda frieda gerda gertrude gina "
    "gloria greta gretel gwen hannah harriet hazel heidi helen helena henrietta hilda ida ilse imogen ines ingrid "
    "irene iris isabel isabella isolde jane janet jean jemima jennifer jenny jessica jill joan joanna josephine "
    "judith judy julia juliet karen kate katherine kathleen katie kirsten kitty lara laura lena leonora lisa "
    "lizzie lola lottie louisa louise lucinda lucy lydia mabel madeleine maggie margaret maria marian marianne "
    "marie marion marta martha mary matilda maud mavis melissa mia michelle mildred mina minnie miranda miriam "
    "molly mona monica muriel nadia nancy naomi natalie natasha nell nelly nicola nina nora norah olga olivia "
    "ophelia pamela patricia paula peggy penelope philippa phoebe phyllis pia polly priscilla rachel rebecca "
    "regina rhoda rosalind rosa rosalie rosamund rosemary rosie roxana ruby ruth sabrina sally samantha samira "
    "sandra sarah selina selma sheila shirley silvia sonia sophia sophie stella susan susanna susie sybil sylvia "
    "tabitha tamara tania teresa tess thelma theresa tilda tilly ursula valerie vanessa vera veronica victoria "
    "vivian wanda wendy wilhelmina winifred yara yvonne zara zelda zoe".split()
)
GIVEN = BOY_NAMES | GIRL_NAMES
