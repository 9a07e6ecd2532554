import { browserTests } from '../test-command/browser-tests.ts'
import { ensureChromium } from '../test-command/ensure-chromium.ts'

/** Started in a copy of the checkout, whose pages it builds and serves: `run-browser-row.ts <titles> <spec> <report>`. */
const [title, spec, report] = process.argv.slice(2) as [string, string, string]
const say = (sentence: string) => console.log(sentence)
const chromium = await ensureChromium(say)
const passed = await browserTests({ chromium, report, say, only: [spec], title })
process.exit(passed ? 0 : 1)
