const words = (list: string) => list.split(' ')
const phrases = (list: string) => list.split(', ')

/** The words that sentences are made from. Plain ones, so that speech and text models know them. */
export const stock = {
  name: words(
    'Anna Ben Clara David Emma Felix Grace Henry Ida Jack Kate Leo Mary Noah Olive Peter Rosa Sam Tom Vera Walter Ella Frank Julia Martin Nina Oscar Paul Ruth Simon Tara Victor Alice Bruno Carol Daniel Eva Fred Helen Irene',
  ),
  kin: words(
    'sister brother mother father aunt uncle cousin neighbour teacher doctor baker driver gardener friend grandmother grandfather boss nurse painter farmer',
  ),
  animal: words(
    'fox dog cat rabbit bear owl horse goat duck mouse frog bird sheep cow pig squirrel turtle lion monkey elephant hedgehog beaver swan donkey whale',
  ),
  color: words(
    'red blue green yellow white black brown orange purple grey golden silver pink dark bright pale',
  ),
  quality: words(
    'old small heavy quiet broken clean strange warm cold soft narrow empty simple happy famous lonely clever wooden dusty round tiny huge lovely hungry noisy shiny gentle useful careful friendly plain expensive modern ordinary beautiful',
  ),
  thing: words(
    'table chair lamp window garden letter basket bicycle kettle blanket hammer ladder mirror piano pillow bottle camera candle carpet clock coat drawer engine fence guitar hat jacket kitchen map needle notebook oven pencil picture plate radio ring roof saddle shelf shovel spoon stove suitcase ticket towel umbrella violin wagon wallet',
  ),
  goods: words(
    'apples pears potatoes onions candles nails stamps books plates shoes bricks tomatoes eggs cherries buttons batteries lemons walnuts postcards seeds cups towels oranges biscuits tiles',
  ),
  town: words(
    'Boston Dublin Denver Oxford Lisbon Geneva London Paris Berlin Madrid Vienna Prague Oslo Cairo Chicago Bristol Hamburg Austin Toronto Sydney Glasgow Florence Portland Salem Cambridge',
  ),
  topic: phrases(
    'the weather, next summer, the price of bread, football, the new bridge, old movies, the garden wall, a holiday by the sea, the school play, the broken lift, music lessons, the winter timetable, a used car, the neighbours, the village party, the long winter, fresh paint, cheap tickets, the missing keys, the river bank, a second language, the town library, healthy food, the water bill, her first job',
  ),
  where: phrases(
    'behind the house, near the station, under the bridge, on the kitchen table, in the cellar, by the lake, at the corner shop, next to the church, in the back yard, on the top shelf, beside the road, at the edge of the forest, in the old barn, outside the museum, along the river, in a paper bag, at the end of the street, between two trees, in front of the bank, on the balcony, below the stairs, near the harbour, in the waiting room, across the square, on the hill',
  ),
  when: phrases(
    'yesterday morning, last Friday, on Sunday evening, two weeks ago, after lunch, before sunrise, late at night, in the spring, on the first of May, at the weekend, this afternoon, every other Monday, during the storm, in early autumn, just before Christmas, on his birthday, after the concert, at the end of the month, shortly after midnight, last winter, on a warm day in June, the day before the exam, in the middle of March, right after breakfast, on Thursday',
  ),
  deed: phrases(
    'crossed the river, sang in the rain, opened the gate, jumped over the fence, found a coin, lost a shoe, ran up the stairs, slept in the car, painted the door, forgot the milk, climbed the tower, fixed the heating, danced on the roof, missed the bus, won a prize, told a joke, baked a cake, waited for an hour, wrote a letter, broke a window, planted a tree, followed the postman, hid in the cupboard, won the race, stopped the traffic',
  ),
} as const satisfies Record<string, readonly string[]>
