import { RouterProvider } from '@tanstack/react-router'
import { type ComponentProps, StrictMode, useEffect } from 'react'
import { AccountProvider } from './account/account-context.tsx'
import type { createAppRouter } from './router.tsx'

interface AppProps extends Omit<ComponentProps<typeof AccountProvider>, 'children'> {
  router: ReturnType<typeof createAppRouter>
  onDrawn?: () => void
}

/** Everything, as the browser and the server draw it. */
export function App({ router, onDrawn, ...session }: AppProps) {
  useEffect(() => onDrawn?.(), [onDrawn])
  return (
    <StrictMode>
      <AccountProvider {...session}>
        <RouterProvider router={router} />
      </AccountProvider>
    </StrictMode>
  )
}
