import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { FORM_TYPES } from '../http/accept-bodies.ts'
import { stopAlertMail } from './set-alert-mail.ts'

interface Params {
  Params: { token: string }
}

/**
 * The page that the link in every mail opens. Mail programs submit the form themselves (RFC 8058). People press a button, because virus
 * scanners follow every link.
 */
export function stopPage(server: FastifyInstance, deps: Deps): void {
  const { apiPrefix } = deps.config
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The form's content doesn't matter, because everything is in the address.
    scope.addContentTypeParser(FORM_TYPES, async (_request: unknown, body: NodeJS.ReadableStream) => {
      body.resume()
    })
    scope.get<Params>('/mail/stop/:token', async (_request, reply) =>
      reply.type('text/html; charset=utf-8').send(page(apiPrefix, QUESTION)),
    )
    scope.post<Params>('/mail/stop/:token', async ({ params }, reply) => {
      await stopAlertMail(deps, params.token)
      return reply.type('text/html; charset=utf-8').send(page(apiPrefix, DONE))
    })
  })
}

const QUESTION = `<h1>No more mails?</h1>
<p>Infra then deletes your address.</p>
<form method="post"><button>Stop the mails</button></form>`

const DONE = '<h1>Done</h1>\n<p>Infra sends you no more mails.</p>'

function page(prefix: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>Mails from Infra</title>
<link rel="stylesheet" href="${prefix}/docs.css">
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`
}
