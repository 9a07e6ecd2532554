import { RouterProvider } from '@tanstack/react-router'
import { type ComponentProps, StrictMode, startTransition, useEffect, useState } from 'react'
import { AccountProvider } from './account/account-context.tsx'
import type { createAppRouter } from './router.tsx'
import { ArrivingProvider } from './ui/use-is-arriving.ts'

interface AppProps extends Omit<ComponentProps<typeof AccountProvider>, 'children'> {
  router: ReturnType<typeof createAppRouter>
  /** Begin with what the server draws. */
  arriving: boolean
  /** What the server drew has been taken over, all of it. */
  onTakenOver?: () => void
}

/** Everything, as the browser and the server draw it. */
export function App({ router, arriving: arrivesDrawn, onTakenOver, ...session }: AppProps) {
  const [arriving, setArriving] = useState(arrivesDrawn)
  useEffect(() => {
    // As a transition it waits until everything is taken over, and leaves room for whoever uses the page meanwhile.
    if (arriving) startTransition(() => setArriving(false))
    else onTakenOver?.()
  }, [arriving, onTakenOver])
  return (
    <StrictMode>
      <AccountProvider {...session}>
        <ArrivingProvider value={arriving}>
          <RouterProvider router={router} />
        </ArrivingProvider>
      </AccountProvider>
    </StrictMode>
  )
}
