import type { Questions } from './asked-question.ts'

export interface Measured {
  asked: number
  right: number
  /** Questions, and the topics that were wrongly chosen. */
  wrong: { asks: string; chose: string }[]
  /** Questions without an answer that got one all the same. */
  invented: { asks: string; chose: string }[]
}

/** How often the right topic is chosen. For off-topic questions, not to know is right. */
export async function measure(
  choose: (message: string) => Promise<string | undefined>,
  { product, other }: Questions,
): Promise<Measured> {
  const wrong: Measured['wrong'] = []
  const invented: Measured['invented'] = []
  for (const { asks, topics } of product) {
    const chose = await choose(asks)
    if (!topics.includes(chose ?? '')) wrong.push({ asks, chose: chose ?? 'does not know' })
  }
  for (const { asks, topics } of other) {
    const chose = await choose(asks)
    if (chose !== undefined && !topics.includes(chose)) invented.push({ asks, chose })
  }
  const asked = product.length + other.length
  return { asked, right: asked - wrong.length - invented.length, wrong, invented }
}
