import { useMatches, useRouter } from '@tanstack/react-router'

type Search = Record<string, unknown>

interface AddressPart {
  value: string | undefined
  open: (value: string) => void
  close: () => void
}

/** A part of the address's query that shows something: opening it is a step which Back undoes, so closing goes back. */
export function useAddressPart(name: string, also: readonly string[] = []): AddressPart {
  const router = useRouter()
  // By what the first load has anyway: the router's other ways would be weight for everyone.
  const given: unknown = useMatches({
    select: (matches) => (matches.at(-1)?.search as Search | undefined)?.[name],
  })

  return {
    // The router reads what looks like a number as one.
    value: given === undefined || given === '' ? undefined : String(given),
    open: (value) =>
      void router.navigate({
        to: '.',
        search: ((search: Search) => ({ ...search, [name]: value })) as never,
        state: { openedHere: true } as never,
        resetScroll: false,
      }),
    close: () => {
      const { openedHere } = router.state.location.state as { openedHere?: boolean }
      // Whoever came by a link has no earlier step of ours to go back to.
      if (openedHere) return router.history.back()
      void router.navigate({
        to: '.',
        search: ((search: Search) => without(search, [name, ...also])) as never,
        replace: true,
        resetScroll: false,
      })
    },
  }
}

function without(search: Search, names: readonly string[]): Search {
  return Object.fromEntries(Object.entries(search).filter(([name]) => !names.includes(name)))
}
