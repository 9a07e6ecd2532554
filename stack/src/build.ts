import { buildWeb } from './build-web.ts'

/** Builds the pages for production: give their folder to the API as WEB_DIR. */
const folder = await buildWeb('apps/web', { demo: false, say: console.log })
console.log(`The pages are in ${folder}`)
