import type { Endpoint } from '@infra/protocol/endpoint'
import { errorCodes } from '@infra/protocol/refusal'
import type { z } from 'zod'
import { wireSchema } from './openapi.ts'
import { statusOf, titleOf } from './refusals.ts'

/** The endpoints as a readable page: plain HTML and one stylesheet, no script and no request to other hosts. */
export function docsPage(endpoints: readonly Endpoint[], prefix: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Infra API</title>
<link rel="stylesheet" href="${prefix}/docs.css">
</head>
<body>
<main>
<h1>Infra API</h1>
<p>Every endpoint is below <code>${escapeHtml(prefix)}</code>. The machine-readable form is
<a href="${prefix}/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<h2>Endpoints</h2>
${endpoints.map((endpoint) => doorSection(endpoint, prefix)).join('\n')}
<h2>Refusals</h2>
<p>A refusal is <code>application/problem+json</code> (RFC 9457). Decide by <code>code</code>: it never changes.</p>
<table>
<thead><tr><th>code</th><th>status</th><th>meaning</th></tr></thead>
<tbody>
${errorCodes.map((code) => `<tr><td><code>${code}</code></td><td>${statusOf[code]}</td><td>${escapeHtml(titleOf[code])}</td></tr>`).join('\n')}
</tbody>
</table>
</main>
</body>
</html>
`
}

function doorSection(endpoint: Endpoint, prefix: string): string {
  const { limit } = endpoint
  return `<section>
<h3><code><b>${endpoint.method}</b> ${escapeHtml(prefix + endpoint.path)}</code></h3>
<p>${escapeHtml(endpoint.summary)}</p>
<p class="facts">caller: ${endpoint.caller}${limit ? ` · at most ${limit.count} in ${limit.seconds} s` : ''}</p>
${schemaBlock('Parameters', endpoint.params)}${schemaBlock('Query', endpoint.query)}${schemaBlock('Headers', endpoint.headers)}
${schemaBlock(endpoint.form ? 'Body, as form data' : 'Body', endpoint.body)}${uploadLine(endpoint)}
${schemaBlock(`Answer ${endpoint.status ?? 200}`, endpoint.response)}${mediaLine(endpoint)}
</section>`
}

function uploadLine({ upload }: Endpoint): string {
  return upload
    ? `<h4>Body</h4><p>Form data with one <code>file</code> of at most ${upload.bytesMax} bytes.</p>`
    : ''
}

function mediaLine({ media }: Endpoint): string {
  if (!media) return ''
  return `<h4>Answer</h4><p>${media === 'file' ? 'The bytes of a file.' : 'Server-sent events.'}</p>`
}

function schemaBlock(label: string, schema: z.ZodType | null | undefined): string {
  if (!schema) return ''
  return `<h4>${label}</h4><pre tabindex="0">${escapeHtml(JSON.stringify(wireSchema(schema), null, 2))}</pre>`
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

export const docsStyle = `
:root { color-scheme: dark; }
body { margin: 0; background: #000; color: #f3f0ec; font: 16px/1.55 system-ui, sans-serif; }
main { max-width: 52rem; margin: 0 auto; padding: 3rem 1.25rem 6rem; }
h1, h2, h3, h4, code, pre, .facts, th { font-family: ui-monospace, monospace; }
h2 { margin-top: 3rem; border-bottom: 1px solid #26221f; padding-bottom: .5rem; }
section { border: 1px solid #26221f; padding: 1rem 1.25rem; margin: 1rem 0; }
h3 { margin: 0; font-size: 1rem; overflow-wrap: anywhere; }
h3 b { color: #ff4a2b; }
h4 { margin: 1rem 0 .25rem; font-size: .8rem; color: #9b958e; }
.facts { color: #9b958e; font-size: .85rem; }
pre { margin: 0; padding: .75rem; background: #0b0a09; overflow: auto; font-size: .8rem; }
a { color: #7fd6ff; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid #26221f; }
button { min-height: 2.75rem; padding: 0 1.25rem; border: 1px solid #9b958e; background: #000; color: inherit; font: inherit; cursor: pointer; }
`
