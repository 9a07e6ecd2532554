import { openAsBlob } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'

/** What our snippets use of curl, for machines that have none. An option that it does not know is an error. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    header: { type: 'string', short: 'H', multiple: true, default: [] },
    data: { type: 'string', short: 'd' },
    form: { type: 'string', short: 'F', multiple: true, default: [] },
    output: { type: 'string', short: 'o' },
    'remote-name': { type: 'boolean', short: 'O' },
    silent: { type: 'boolean', short: 's' },
  },
})

const [url] = positionals
const headers = new Headers(values.header.map((line) => line.split(': ', 2) as [string, string]))
const response = await fetch(url!, {
  headers,
  ...(values.data !== undefined && { method: 'POST', body: values.data }),
  ...(values.form.length > 0 && { method: 'POST', body: await formOf(values.form) }),
})
const body = new Uint8Array(await response.arrayBuffer())
const path = values.output ?? (values['remote-name'] ? basename(new URL(url!).pathname) : undefined)
if (path) await writeFile(path, body)
else process.stdout.write(body)

async function formOf(fields: string[]): Promise<FormData> {
  const form = new FormData()
  for (const field of fields) {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(field)!
    if (value!.startsWith('@')) form.append(name!, await openAsBlob(value!.slice(1)), value!.slice(1))
    else form.append(name!, value!)
  }
  return form
}
