/** The voices of OpenAI's catalogue by ours that come nearest. */
const voices: Partial<Record<string, string>> = {
  alloy: 'af_heart',
  nova: 'af_bella',
  shimmer: 'af_heart',
  onyx: 'am_michael',
  echo: 'bm_george',
  fable: 'bf_emma',
}

/** A voice that we do not know stays as it is, for the app to refuse by name. */
export function voiceOf(voice: string | { id: string }): string {
  const name = typeof voice === 'string' ? voice : voice.id
  return voices[name] ?? name
}
