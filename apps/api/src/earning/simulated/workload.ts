import { poisson, type Random } from '../random.ts'
import { HOUR_MS } from '../week.ts'

/** An order of the simulated week. */
export interface Order {
  at: number
  person: number
  app: 'story-teller' | 'write'
  length: number
  isPrivate: boolean
  /** On a node of speed 1. */
  work: number
}

export const PEOPLE = 40

/** Visits per hour of the day in UTC: quiet nights, busy evenings. */
const VISITS_BY_HOUR = [
  0.3, 0.2, 0.1, 0.1, 0.1, 0.2, 0.4, 0.6, 0.9, 1, 1, 1.1, 1.2, 1.1, 1, 1, 1.2, 1.6, 2.6, 3.4, 3.4, 2.4, 1.2,
  0.6,
]

/** How many jobs a visit has after its first. */
const FURTHER_JOBS = 1.6

/** How long a token takes on an average node, and how much that varies. */
const TOKEN_MS = 350
const SPEED = 100

/** What people order in a week: visits by hour of the day, each by one person with a few jobs about a minute apart. */
export function drawOrders(
  random: Random,
  { firstHour, hours, demand }: { firstHour: number; hours: number; demand: number },
): Order[] {
  const orders: Order[] = []
  for (let hour = 0; hour < hours; hour++) {
    const visits = poisson(random, demand * VISITS_BY_HOUR[(firstHour + hour) % 24]!)
    for (let visit = 0; visit < visits; visit++) {
      const person = Math.floor(PEOPLE * random() ** 2)
      let at = (hour + random()) * HOUR_MS
      for (let job = 0; job <= poisson(random, FURTHER_JOBS); job++) {
        orders.push({ at, person, ...drawJob(random) })
        at += random() * 60_000
      }
    }
  }
  return orders.filter(({ at }) => at < hours * HOUR_MS).toSorted((a, b) => a.at - b.at)
}

function drawJob(random: Random): Omit<Order, 'at' | 'person'> {
  const isStory = random() < 0.65
  const length = Math.floor(isStory ? 32 + 224 * random() : 50 + 500 * random())
  return {
    app: isStory ? 'story-teller' : 'write',
    length,
    isPrivate: random() < 0.3,
    work: length * TOKEN_MS * (0.8 + 0.4 * random()) * SPEED,
  }
}
