import { Navigate, Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { ConnectedBar } from '../shell/connected-bar.tsx'
import { FloatingChat } from '../shell/floating-chat.tsx'
import { Footer } from '../shell/footer.tsx'
import { Guarded } from '../shell/guarded.tsx'
import { MobileBar } from '../shell/mobile-bar.tsx'
import { MobileHeader } from '../shell/mobile-header.tsx'
import { ModalHost } from '../shell/modal-host.tsx'
import { OfflineBanner } from '../shell/offline-banner.tsx'
import { PageTitle } from '../shell/page-title.tsx'
import { Sidebar } from '../shell/sidebar.tsx'
import { MAIN_ID, SkipLink } from '../shell/skip-link.tsx'
import { Toasts } from '../shell/toasts.tsx'
import { useArrival } from '../shell/use-arrival.ts'
import { useCurrentScreen } from '../shell/use-current-screen.ts'

// Only for whoever is signed in, so not part of the first load.
const ChatPanel = lazy(async () => ({ default: (await import('../chat/chat-panel.tsx')).ChatPanel }))

/** What is around every screen. */
export function Root() {
  const screen = useCurrentScreen()
  useArrival(screen)
  return (
    <>
      <SkipLink />
      <div className="flex min-h-dvh">
        <Sidebar />
        <div className="flex min-w-0 flex-1 flex-col pb-[calc(3.75rem+env(safe-area-inset-bottom))] sm:pb-0">
          <MobileHeader />
          <OfflineBanner />
          <ConnectedBar />
          <main
            id={MAIN_ID}
            tabIndex={-1}
            className="mx-auto w-full max-w-7xl px-4 pt-8 pb-16 outline-none sm:px-8 sm:pt-12 lg:px-12"
          >
            {screen ? (
              <>
                <PageTitle screen={screen} />
                <Guarded screen={screen}>
                  <Outlet />
                </Guarded>
              </>
            ) : (
              <Navigate to="/" replace />
            )}
          </main>
          <Footer />
        </div>
      </div>
      <MobileBar />
      {screen && (
        <FloatingChat screen={screen}>
          <Suspense>
            <ChatPanel />
          </Suspense>
        </FloatingChat>
      )}
      <ModalHost />
      <Toasts />
      <p role="status" className="sr-only">
        {screen?.label}
      </p>
    </>
  )
}
