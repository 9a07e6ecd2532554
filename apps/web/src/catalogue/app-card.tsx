import type { CatalogueApp } from '@infra/protocol/apps'
import type { JobFile } from '@infra/protocol/jobs'
import { formatCredits } from '../jobs/format-credits.ts'
import { Link } from '../navigation/link.tsx'
import { inferno } from '../ui/inferno.ts'
import { Picture } from '../ui/picture.tsx'
import { describeServing, describeWait, heatOf, isServed, priceFrom } from './app-facts.ts'
import { exampleOf, pairs } from './examples.ts'

/** An app in the list. The whole card is a link to its form. */
export function AppCard({ app }: { app: CatalogueApp }) {
  const served = isServed(app)
  return (
    <li className="relative flex flex-col border border-line bg-ground has-[a:hover]:border-edge has-[a:hover]:bg-raised has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-cool">
      <div className="flex h-44 items-center justify-center overflow-hidden border-b border-line bg-raised">
        <Example output={app.example?.output} app={app} />
      </div>
      <div className="flex flex-1 flex-col gap-2 p-5">
        <h2 className="text-xl/7 font-semibold">
          <Link
            to="."
            search={(search) => ({ ...search, app: app.id })}
            openedHere
            data-app={app.id}
            className="outline-none after:absolute after:inset-0"
          >
            {app.name}
          </Link>
        </h2>
        <p className="text-muted">{app.tagline}</p>
        <dl className="mt-auto grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 pt-4 font-mono text-sm">
          <dt className="sr-only">Served by</dt>
          <dd className={`flex items-center gap-2.5 ${served ? '' : 'text-danger'}`}>
            <span
              aria-hidden="true"
              className={`size-2 ${served ? '' : 'border border-danger'}`}
              style={served ? { background: inferno(heatOf(app)) } : undefined}
            />
            {describeServing(app)}
          </dd>
          <dt className="sr-only">Price</dt>
          <dd className="text-right">from {formatCredits(priceFrom(app))}</dd>
          {served && (
            <>
              <dt className="sr-only">Wait</dt>
              <dd className="col-span-2 text-muted">{describeWait(app)}</dd>
            </>
          )}
        </dl>
      </div>
    </li>
  )
}

/** The app's own example, or else the latest public result that people liked. */
function Example({ output, app }: { output: JobFile | undefined; app: CatalogueApp }) {
  const made = exampleOf(app.id)
  if (made.picture) return <MadePicture src={made.picture} app={app} />
  const picture = output?.thumbnailUrl ?? (output?.kind === 'svg' ? output.url : null)
  if (output && picture && !made.text) {
    return (
      <Picture
        src={picture}
        srcSet={output.thumbnailSrcset}
        sizes="(min-width: 1024px) 24rem, 100vw"
        placeholder={output.placeholder}
        alt={`A result of ${app.name}`}
        className={`size-full object-cover ${output.kind === 'svg' ? 'bg-text' : 'chequered'}`}
      />
    )
  }
  const text = made.text ?? output?.text
  if (text) {
    return (
      <p className="line-clamp-5 w-full self-start px-5 pt-5 text-lg/7 whitespace-pre-wrap text-muted">
        {text}
      </p>
    )
  }
  return <p className="label p-5 text-center text-muted">No result to show yet</p>
}

/** A picture of both what went in and what came out is labelled, and divided in the middle. */
function MadePicture({ src, app }: { src: string; app: CatalogueApp }) {
  const isPair = pairs.has(app.id)
  return (
    <div className="relative size-full">
      <img
        src={src}
        alt={isPair ? `${app.name}: before and after` : `An example of ${app.name}`}
        className="chequered size-full object-cover"
      />
      {isPair && (
        <div aria-hidden="true">
          <span className="absolute bottom-2 left-2 bg-ground px-2 py-0.5 label">before</span>
          <span className="absolute right-2 bottom-2 bg-ground px-2 py-0.5 label">after</span>
          <span className="absolute inset-y-0 left-1/2 w-0.5 -translate-x-1/2 bg-ground" />
        </div>
      )}
    </div>
  )
}
