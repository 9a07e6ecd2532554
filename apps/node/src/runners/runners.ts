import type { Runner } from './runner.ts'

/** One an app. Loaded in the child alone and only when needed: each brings a runtime of its own. */
export const runners: Record<string, () => Promise<Runner>> = {
  'cut-out': async () => (await import('./cut-out.ts')).cutOut,
  echo: async () => (await import('./echo.ts')).echo,
  'read-text': async () => (await import('./read-text.ts')).readText,
  speak: async () => (await import('./speak.ts')).speak,
  'story-teller': async () => (await import('./story-teller.ts')).storyTeller,
  transcribe: async () => (await import('./transcribe.ts')).transcribe,
  vectorise: async () => (await import('./vectorise.ts')).vectorise,
}
