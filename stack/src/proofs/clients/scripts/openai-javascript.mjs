// What users of `openai` for JavaScript write. INFRA_URL and INFRA_KEY are the network and a key; INFRA_READ_KEY can't order; INFRA_APPS are the
// apps that nodes serve; the working folder has photo.png and mask.png.
import { end } from './report.mjs'

await import('./openai-media.mjs')
await import('./openai-texts.mjs')
end()
