import { useId } from 'react'
import type { Region, Token } from './regions.ts'
import type { Highlight } from './use-highlight.ts'

interface RegionListProps {
  label: string
  regions: readonly Region[]
  highlight: Highlight
}

/** The regions of a picture by name, with how sure the app is. */
export function RegionList({ label, regions, highlight }: RegionListProps) {
  const id = useId()
  return (
    <ul {...listProps(id, label, highlight)} className="max-h-[70dvh] overflow-y-auto border-t border-line">
      {regions.map(({ text, confidence }, at) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: regions are identified by their position.
          key={at}
          {...optionProps(id, at, highlight)}
          className="flex min-h-11 cursor-pointer items-center justify-between gap-4 border-b border-line px-3 aria-selected:bg-raised aria-selected:text-cool"
        >
          <span>{text}</span>
          <span className="font-mono text-sm text-muted tabular-nums">{Math.floor(confidence * 100)} %</span>
        </li>
      ))}
    </ul>
  )
}

interface WordListProps {
  label: string
  tokens: readonly Token[]
  highlight: Highlight
}

/** A text whose words are the regions of a picture. */
export function WordList({ label, tokens, highlight }: WordListProps) {
  const id = useId()
  return (
    <div {...listProps(id, label, highlight)} className="text-lg/8 break-words whitespace-pre-wrap">
      {tokens.map(({ text, region }, at) =>
        region === undefined ? (
          text
        ) : (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: words are identified by their position.
            key={at}
            {...optionProps(id, region, highlight)}
            className="cursor-pointer aria-selected:bg-cool aria-selected:text-ground"
          >
            {text}
          </span>
        ),
      )}
    </div>
  )
}

/** One stop for the Tab key, however long the list is; arrow keys move within it. */
function listProps(id: string, label: string, highlight: Highlight) {
  return {
    role: 'listbox',
    'aria-label': label,
    tabIndex: 0,
    'aria-activedescendant': highlight.at === undefined ? undefined : `${id}-${highlight.at}`,
    onKeyDown: highlight.onKeyDown,
  }
}

function optionProps(id: string, at: number, highlight: Highlight) {
  return {
    role: 'option',
    id: `${id}-${at}`,
    'aria-selected': highlight.at === at,
    ...highlight.handlersOf(at),
  }
}
