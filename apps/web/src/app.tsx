import { type ComponentProps, StrictMode, startTransition, useEffect, useState } from 'react'
import { AccountProvider } from './account/account-context.tsx'
import { type Navigation, NavigationProvider } from './navigation/navigation.ts'
import { Root } from './routes/root.tsx'
import { RouteError } from './shell/route-error.tsx'
import { CatchBoundary } from './ui/catch-boundary.tsx'
import { ArrivingProvider } from './ui/use-is-hydrating.ts'

interface AppProps extends Omit<ComponentProps<typeof AccountProvider>, 'children'> {
  navigation: Navigation
  /** Begin with what the server draws. */
  arriving: boolean
  /** What the server drew has been taken over, all of it. */
  onTakenOver?: () => void
}

/** Everything, as the browser and the server draw it. */
export function App({ navigation, arriving: arrivesDrawn, onTakenOver, ...session }: AppProps) {
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
          <NavigationProvider value={navigation}>
            <CatchBoundary fallback={RouteError}>
              <Root />
            </CatchBoundary>
          </NavigationProvider>
        </ArrivingProvider>
      </AccountProvider>
    </StrictMode>
  )
}
