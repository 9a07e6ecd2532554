import { buildWeb } from './build-web.ts'

/** The pages as a server on the internet serves them: give their folder to the API as WEB_DIR. */
const folder = await buildWeb('apps/web', { demo: false, say: console.log })
console.log(`The pages are in ${folder}`)
