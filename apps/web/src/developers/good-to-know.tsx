import { KEY_CREDITS_PER_DAY_MAX, KEY_DAYS_MAX } from '@infra/protocol/api-keys'
import type { ReactNode } from 'react'
import { configuration } from '../bootstrap/configuration.ts'
import { Link } from '../navigation/link.tsx'
import { IN_TEXT } from '../navigation/link-styles.ts'
import { networkAddress } from './programs.ts'

const DOCUMENT = `inline-flex min-h-11 items-center ${IN_TEXT}`

/** Common questions of developers, each in a few lines with a link. */
export function GoodToKnow() {
  return (
    <div>
      <Part title="Keys">
        <p>
          Make one in{' '}
          <Link to="/profile/keys" className={IN_TEXT}>
            your profile
          </Link>
          . It has limits in all, per day and per job, and it expires. For more than {KEY_CREDITS_PER_DAY_MAX}{' '}
          credits per day or {KEY_DAYS_MAX} days, your wallet signs. Send it as a header, never in an address.
        </p>
      </Part>
      <Part title="Cost">
        <p>
          The price of the app, as on{' '}
          <Link to="/apps" className={IN_TEXT}>
            its page
          </Link>
          . A job that fails costs nothing. If you disconnect, it’s cancelled and refunded, except for text
          already written. If an answer is lost and your client asks again, you pay once.{' '}
          <Code>Infra-Max-Credits</Code> refuses what costs more.
        </p>
      </Part>
      <Part title="Who sees it">
        <p>
          Jobs ordered with a key are private: only you see them. <Code>Infra-Visibility: public</Code> shows
          one in the feed, if the key may publish.
        </p>
      </Part>
      <Part title="Limits">
        <p>
          16 open jobs per key, 1,200 orders per minute, files of 8 MB. A call waits up to 240 seconds for its
          result; after that, OpenAI’s clients ask again by themselves.
        </p>
      </Part>
      <Part title="Files">
        <p>
          Send them in a form, as the id of an upload, as <Code>job:id/output</Code> of another job, or as a
          data URL in JSON of up to 12 MB. Networks that fetch files take https addresses too.
        </p>
      </Part>
      <Part title="Errors">
        <p>
          In OpenAI’s form, with a stable <Code>code</Code>: 401 the key, 402 credits or a limit, 400 the
          request, 429 too much at once, 502 the job failed on every node, 503 no node for this app is online.
        </p>
      </Part>
      <Part title="Batches and webhooks">
        <p>
          <Code>POST {configuration.apiPrefix}/job/batch</Code> takes up to 1,000 jobs at once, all or none.{' '}
          <Link to="/profile/webhooks" className={IN_TEXT}>
            Webhooks
          </Link>{' '}
          tell your server when jobs end, signed as Standard Webhooks says.
        </p>
      </Part>
      <Part title="Read on">
        <ul className="flex flex-col">
          <li>
            <Link to="/developers" search={{ about: 'differences' }} openedHere className={DOCUMENT}>
              Where we differ from OpenAI
            </Link>
          </li>
          <Document address={`${networkAddress()}/v1/openapi.json`}>OpenAPI document of /v1</Document>
          <Document address={`${configuration.apiPrefix}/docs`}>
            Every endpoint of the network’s own API
          </Document>
          <Document address={`${networkAddress()}/llms.txt`}>
            All of this for language models: llms.txt
          </Document>
        </ul>
      </Part>
    </div>
  )
}

function Document({ address, children }: { address: string; children: ReactNode }) {
  return (
    <li>
      <a href={address} className={DOCUMENT}>
        {children}
      </a>
    </li>
  )
}

function Code({ children }: { children: ReactNode }) {
  return <code className="bg-raised px-1 font-mono text-sm whitespace-nowrap">{children}</code>
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-x-12 gap-y-3 border-t border-line py-7 lg:grid-cols-[14rem_minmax(0,1fr)]">
      <h2 className="text-xl/7 font-semibold">{title}</h2>
      <div className="max-w-[42rem] min-w-0">{children}</div>
    </section>
  )
}
