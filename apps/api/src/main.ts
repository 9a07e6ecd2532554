import './load-quickly.ts'

// Not a plain import: those are all loaded before the line above can do anything.
await import('./run-api.ts')
