import type { Runner } from './runner.ts'

/**
 * One per app, and one that checks their pictures. Loaded only in the child process and only when needed, because each has a large runtime.
 */
export const runners: Record<string, () => Promise<Runner>> = {
  'cut-out': async () => (await import('./cut-out.ts')).cutOut,
  echo: async () => (await import('./echo.ts')).echo,
  'erase-fill': async () => (await import('./erase-fill.ts')).eraseFill,
  'expand-photo': async () => (await import('./expand-photo.ts')).expandPhoto,
  'find-objects': async () => (await import('./find-objects.ts')).findObjects,
  'read-text': async () => (await import('./read-text.ts')).readText,
  safety: async () => (await import('./safety.ts')).safety,
  speak: async () => (await import('./speak.ts')).speak,
  'story-teller': async () => (await import('./story-teller.ts')).storyTeller,
  transcribe: async () => (await import('./transcribe.ts')).transcribe,
  upscale: async () => (await import('./upscale.ts')).upscale,
  vectorise: async () => (await import('./vectorise.ts')).vectorise,
}
