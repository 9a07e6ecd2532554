import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorMessage } from '../api/error-message.ts'
import { Button } from '../ui/button.tsx'
import { RowWindow } from './row-window.tsx'

interface PagedListProps<Item> {
  list: UseInfiniteQueryResult<InfiniteData<{ items: Item[] }>>
  /** The items to show; all of them by default. */
  items?: Item[]
  keyOf: (item: Item) => string
  /** Shown if the list is empty. */
  nothing: ReactNode
  /** The label of the button that loads more. */
  older: string
  /**
   * If set, it defines the layout and all items are rendered; otherwise rows are stacked, and only those near the viewport are rendered.
   */
  className?: string
  children: (item: Item) => ReactNode
}

/** A list that is loaded page by page: loading, failed, empty, shown, and a button for more. */
export function PagedList<Item>(props: PagedListProps<Item>) {
  const { list, keyOf, nothing, older, className, children } = props
  const items = props.items ?? itemsOf(list)
  return (
    <>
      {list.error && (
        <div className="flex flex-wrap items-center gap-4">
          <p role="alert" className="text-danger">
            {errorMessage(list.error)}
          </p>
          <Button icon="refresh" onClick={() => void list.refetch()}>
            Try again
          </Button>
        </div>
      )}
      {list.isPending && (
        <div role="status" aria-label="Loading" className="h-48 animate-breathe bg-raised" />
      )}
      {list.data && items.length === 0 && <div className="text-muted">{nothing}</div>}
      {className === undefined && items.length > 0 && (
        <RowWindow items={items} keyOf={keyOf}>
          {children}
        </RowWindow>
      )}
      {className !== undefined && items.length > 0 && (
        <ul className={className}>
          {items.map((item) => (
            <li key={keyOf(item)} className="min-w-0">
              {children(item)}
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button
          className="self-start"
          disabled={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {older}
        </Button>
      )}
    </>
  )
}

export function itemsOf<Item>({ data }: Pick<PagedListProps<Item>['list'], 'data'>): Item[] {
  return data?.pages.flatMap(({ items }) => items) ?? []
}
