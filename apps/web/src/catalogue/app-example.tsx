import type { CatalogueApp } from '@infra/protocol/apps'
import type { JobFile } from '@infra/protocol/jobs'
import { Picture } from '../ui/picture.tsx'
import { exampleOf, pairs } from './examples.ts'

type NamedApp = Pick<CatalogueApp, 'id' | 'name'>

/** The app's own example, or else the latest public result that people liked. */
export function AppExample({ output, app }: { output?: JobFile | undefined; app: NamedApp }) {
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

/** A picture that shows both input and output is labeled, and divided in the middle. */
function MadePicture({ src, app }: { src: string; app: NamedApp }) {
  const isPair = pairs.has(app.id)
  return (
    <div className="relative size-full">
      <img
        src={src}
        alt={isPair ? `${app.name}: before and after` : `An example of ${app.name}`}
        loading="lazy"
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
