export const moods = ['angry', 'blink', 'confident', 'eyebrowraise', 'happy', 'neutral', 'surprise'] as const
export type Mood = (typeof moods)[number]

/** Takes the mood out of a reply. A marker that names none stays where it is: it is text like any other. */
export function takeMood(reply: string): { text: string; mood: Mood | undefined } {
  for (const [marker, name] of reply.matchAll(/\[\[mood:(\w+)\]\]/g)) {
    const mood = moods.find((known) => known === name)
    if (mood) return { text: reply.replace(marker, '').trim(), mood }
  }
  return { text: reply, mood: undefined }
}
