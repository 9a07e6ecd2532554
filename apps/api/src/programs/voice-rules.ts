/** OpenAI's voices, each with our most similar one. */
const voices: Partial<Record<string, string>> = {
  alloy: 'af_heart',
  nova: 'af_bella',
  shimmer: 'af_heart',
  onyx: 'am_michael',
  echo: 'bm_george',
  fable: 'bf_emma',
}

/** An unknown voice stays as it is, so that the app refuses it by name. */
export function voiceOf(voice: string | { id: string }): string {
  const name = typeof voice === 'string' ? voice : voice.id
  return voices[name] ?? name
}
