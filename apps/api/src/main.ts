import './load-quickly.ts'

// A dynamic import, because static ones are all loaded before the line above runs.
await import('./run-api.ts')
