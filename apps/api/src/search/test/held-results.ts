/** A result as an app would make it, and how somebody might look for it without knowing its words. */
export interface HeldResult {
  appId: 'imagine' | 'story-teller' | 'read-text' | 'transcribe' | 'speak' | 'write'
  /** What was asked for or what came out, as `searchedJobOf` puts it. */
  text: string
  q: string
}

const of =
  (appId: HeldResult['appId']) =>
  ([text, q]: [string, string]): HeldResult => ({ appId, text, q })

const pictures: [string, string][] = [
  ['A red fox asleep in deep snow under a pine tree', 'animal napping in winter'],
  ['Lighthouse on a cliff during a violent storm at night', 'tower by the sea in bad weather'],
  ['Portrait of an old fisherman with a pipe, oil on canvas', 'painting of an elderly sailor smoking'],
  ['A bowl of steaming ramen with a soft boiled egg', 'Japanese noodle soup'],
  ['Astronaut riding a horse across the surface of the moon', 'spaceman on an animal in space'],
  ['A tiny cottage made of gingerbread and icing', 'house built from sweets'],
  ['Neon lights reflected in a rainy Tokyo street', 'wet city at night with glowing signs'],
  ['A violin lying on sheets of music by candle light', 'string instrument and notes'],
  ['Golden retriever puppies playing in autumn leaves', 'young dogs having fun in the fall'],
  ['An ancient stone bridge over a misty river', 'old crossing above foggy water'],
  ['A steam locomotive crossing a viaduct in the mountains', 'old train in the alps'],
  ['Hot air balloons over a field of lavender at sunrise', 'flying over purple flowers in the morning'],
  ['A cup of espresso on a marble table, seen from above', 'small coffee'],
  ['Medieval knight facing a green dragon', 'warrior against a mythical beast'],
  ['Coral reef with clown fish and sea turtles', 'underwater life'],
  ['A ballet dancer leaping in an empty theatre', 'woman jumping on stage'],
  ['Abandoned factory overgrown with ivy', 'industrial ruin reclaimed by plants'],
  ['A wedding cake with sugar roses', 'dessert for a marriage'],
  ['Polar bear on a melting ice floe', 'arctic predator and climate change'],
  ['A vintage motorcycle parked in front of a diner', 'old bike outside a restaurant'],
  ['Two kids building a sand castle on the beach', 'children playing at the seaside'],
  ['A robot watering a bonsai tree', 'machine taking care of a small plant'],
  ['Milky Way above a desert with cactuses', 'stars over dry land'],
  ['A chess board with a fallen king', 'end of a board game'],
  ['Farmers harvesting rice on green terraces', 'agriculture in Asia'],
]

const stories: [string, string][] = [
  [
    'Tom lost his teddy on the bus. He cried until the driver brought it back.',
    'boy gets his stuffed toy returned',
  ],
  [
    'Lily planted a seed. Every day she gave it water, and in spring a sunflower smiled at her.',
    'girl grows a plant',
  ],
  ['The mouse was afraid of the cat, but the cat only wanted a friend.', 'enemies become pals'],
  [
    'Grandma baked an apple pie and the whole village came to eat.',
    'old woman shares dessert with neighbours',
  ],
  ['A little boat sailed far away and saw a whale as big as a hill.', 'ship meets a giant sea animal'],
  [
    'Ben told a lie about the broken vase. He felt bad and said sorry to his mom.',
    'child apologises for being dishonest',
  ],
  ['The moon was lonely, so the stars sang to her all night.', 'night sky keeps someone company'],
  ['Mia did not want to share her swing. Then nobody played with her.', 'selfish kid at the playground'],
  ['The slow snail won the race because the rabbit took a nap.', 'patience beats speed'],
  ['A bird with a hurt wing stayed in a shoe box until it could fly again.', 'healing an injured animal'],
  ['Sam was scared of the dark until his dad gave him a small lamp.', 'afraid at bedtime'],
  ['The king had all the gold but no one to laugh with.', 'rich but unhappy ruler'],
  ['It rained for days. The ducks danced and the cats hid under the bed.', 'wet weather and pets'],
  ['Anna found a wallet in the park and gave it to the police man.', 'honest finder returns money'],
  ['The snowman wished to see the summer just once.', 'frozen figure dreams of warm days'],
  ['Two brothers built a rocket from boxes and flew to Mars in the kitchen.', 'pretend space travel at home'],
]

const scans: [string, string][] = [
  ['INVOICE No. 2291 Total due 482.50 EUR payable within 14 days', 'bill to be paid'],
  ['BOARDING PASS Gate B17 Seat 22A Departure 06:45 Lisbon', 'plane ticket'],
  [
    'Preheat the oven to 200 degrees. Mix flour, butter and sugar. Bake for 25 minutes.',
    'how to make cookies',
  ],
  ['Take one tablet twice a day after meals. Do not exceed the stated dose.', 'medicine instructions'],
  ['NO PARKING Vehicles will be towed at the owner’s expense', 'cars not allowed here'],
  ['Dear Ms Green, we regret that your application was not successful.', 'job rejection letter'],
  [
    'Chapter One. It was the coldest winter that the valley had ever known.',
    'beginning of a novel about icy weather',
  ],
  ['The tenant shall pay the rent on the first day of each month.', 'lease agreement for an apartment'],
  ['Opening hours Mon to Fri 9 to 18, closed on public holidays', 'when is the shop open'],
  ['Photosynthesis turns light, water and carbon dioxide into sugar and oxygen.', 'how plants make energy'],
  ['WARNING High voltage. Keep out. Danger of death.', 'electrical hazard sign'],
  ['Match report: the home team scored twice in the last ten minutes.', 'late goals in football'],
  ['Your parcel could not be delivered. Please collect it at the counter.', 'missed package'],
  ['Password must have eight characters, a digit and a symbol.', 'rules for login credentials'],
  ['Happy birthday, dear Paul! May all your wishes come true.', 'anniversary greetings card'],
  ['Statement of account: opening balance, deposits, withdrawals, closing balance', 'bank document'],
]

const recordings: [string, string][] = [
  [
    'Good morning everyone, let us begin the meeting with last quarter’s sales.',
    'business conference about revenue',
  ],
  ['Turn left after the petrol station and drive two kilometres.', 'directions for a driver'],
  ['And now the weather: clouds in the north, sunshine in the south.', 'forecast on the radio'],
  ['Please fasten your seat belts, we are about to land.', 'announcement on an airplane'],
  ['I would like to book a table for four at eight o’clock.', 'restaurant reservation'],
  ['The patient complains of headaches and a stiff neck since Monday.', 'doctor’s notes about symptoms'],
  ['Breathe in slowly, hold it, and let all the tension go.', 'relaxation exercise'],
  ['The accused was found not guilty on all counts.', 'court verdict'],
  ['Ladies and gentlemen, the train to Hamburg is delayed by forty minutes.', 'late railway service'],
  ['Remember to feed the cat and water the tomatoes while we are away.', 'instructions for the house sitter'],
  ['Your call is important to us. Please stay on the line.', 'waiting for customer support'],
  ['In 1969 two men walked on the moon for the first time.', 'history of space exploration'],
  ['Push the ball into the corner and run for the far post.', 'soccer coaching'],
  ['We are gathered here to celebrate the love of these two people.', 'wedding ceremony speech'],
]

const spoken: [string, string][] = [
  ['Welcome to the museum. Our tour starts with the Egyptian mummies.', 'audio guide about ancient tombs'],
  ['Once more, the sale ends on Sunday: half price on all shoes.', 'advertisement for discounted footwear'],
  ['Doors closing. Next stop, Central Station.', 'subway announcement'],
  ['Congratulations, you have finished your first marathon!', 'praise for a long distance runner'],
  ['Mix one part cement with three parts sand.', 'how to make mortar'],
  ['The meeting is moved to Thursday at ten.', 'appointment was rescheduled'],
  ['Sleep well, little one, the stars are watching over you.', 'lullaby for a baby'],
  ['Your battery is low. Please connect the charger.', 'device needs power'],
  ['This elevator is out of order. Please use the stairs.', 'broken lift'],
  ['Today’s special is grilled salmon with lemon and dill.', 'fish dish on the menu'],
]

const written: [string, string][] = [
  [
    'To reverse a linked list, keep three pointers and turn each link around as you walk.',
    'programming question about data structures',
  ],
  ['Roses need six hours of sun and should be pruned in late winter.', 'gardening advice'],
  [
    'Inflation is a general rise of prices, which makes money worth less.',
    'why everything gets more expensive',
  ],
  ['For your interview, prepare three stories that show how you solved a problem.', 'tips for getting hired'],
  ['A vaccine trains the immune system with a harmless part of a virus.', 'how shots protect from disease'],
  ['Dear neighbours, our party on Saturday may get loud. Come by for a drink!', 'note warning about noise'],
  ['Black holes are so dense that even light cannot leave them.', 'extreme objects in the universe'],
  [
    'Pack layers, a rain jacket and good boots for a week of hiking in Iceland.',
    'what to bring on a trekking holiday',
  ],
  [
    'The French Revolution began in 1789 with the storming of the Bastille.',
    'uprising against the monarchy in Paris',
  ],
  ['Stretch your hamstrings for thirty seconds before you run.', 'warming up the leg muscles'],
  ['An index makes reads of a table faster and writes slower.', 'database performance trade off'],
  ['Compound interest means that you earn interest on your interest.', 'how savings grow over time'],
  ['Bees tell each other by a dance where flowers are.', 'how insects communicate'],
  ['Keep your camera steady and use a long exposure for star trails.', 'photography of the night sky'],
  ['Add a pinch of salt to chocolate: it makes it taste sweeter.', 'trick for cooking with cocoa'],
  ['The tango comes from the poor quarters of Buenos Aires.', 'origin of an Argentine dance'],
  ['A cold frame lets you sow lettuce in February.', 'growing vegetables early in the year'],
  [
    'Soap works because its molecules hold fat at one end and water at the other.',
    'why washing removes grease',
  ],
  ['Ask for a receipt, and keep it as long as the guarantee lasts.', 'proof of purchase for warranty'],
]

/** A hundred of them. None of the numbers in the search was chosen by looking at how these are found. */
export const heldResults: HeldResult[] = [
  ...pictures.map(of('imagine')),
  ...stories.map(of('story-teller')),
  ...scans.map(of('read-text')),
  ...recordings.map(of('transcribe')),
  ...spoken.map(of('speak')),
  ...written.map(of('write')),
]
