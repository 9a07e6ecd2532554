export const moods = ['angry', 'blink', 'confident', 'eyebrowraise', 'happy', 'neutral', 'surprise'] as const
export type Mood = (typeof moods)[number]

/** Splits the mood marker off a reply. A marker that doesn't name a mood stays, since it's just text. */
export function takeMood(reply: string): { text: string; mood: Mood | undefined } {
  for (const [marker, name] of reply.matchAll(/\[\[mood:(\w+)\]\]/g)) {
    const mood = moods.find((known) => known === name)
    if (mood) return { text: reply.replace(marker, '').trim(), mood }
  }
  return { text: reply, mood: undefined }
}
