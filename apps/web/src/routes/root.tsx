import { lazy, Suspense } from 'react'
import { useAccount } from '../account/account-context.tsx'
import { Navigate } from '../navigation/link.tsx'
import { usePageLocation } from '../navigation/navigation.ts'
import { useCurrentScreen } from '../navigation/use-current-screen.ts'
import { ModalHost } from '../overlays/modal-host.tsx'
import { Toasts } from '../overlays/toasts.tsx'
import { Footer } from '../shell/footer.tsx'
import { Guarded } from '../shell/guarded.tsx'
import { MobileBar } from '../shell/mobile-bar.tsx'
import { MobileHeader } from '../shell/mobile-header.tsx'
import { OfflineBanner } from '../shell/offline-banner.tsx'
import { PageTitle } from '../shell/page-title.tsx'
import { PartError } from '../shell/part-error.tsx'
import { RouteError } from '../shell/route-error.tsx'
import { Sidebar } from '../shell/sidebar.tsx'
import { MAIN_ID, SkipLink } from '../shell/skip-link.tsx'
import { useReturnToScreen } from '../shell/use-return-to-screen.ts'
import { useScreenChange } from '../shell/use-screen-change.ts'
import { CatchBoundary } from '../ui/catch-boundary.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useIsHydrating } from '../ui/use-is-hydrating.ts'
import { Page } from './router.tsx'

// Only for users with a linked wallet, so not part of the first load.
const ConnectedBar = lazy(async () => ({
  default: (await import('../shell/connected-bar.tsx')).ConnectedBar,
}))

const FloatingChat = lazy(async () => ({
  default: (await import('../shell/floating-chat.tsx')).FloatingChat,
}))

// Loaded when the panel is opened.
const ChatPanel = lazy(async () => ({ default: (await import('../widgets/chat-panel.tsx')).ChatPanel }))

// Loaded when a job is opened, over any screen.
const JobViewer = lazy(async () => ({ default: (await import('../jobs/viewer/job-viewer.tsx')).JobViewer }))

const UserPanel = lazy(async () => ({ default: (await import('../widgets/user-panel.tsx')).UserPanel }))

/** The layout around every screen. */
export function Root() {
  const screen = useCurrentScreen()
  const { phase, returning } = useAccount()
  useScreenChange(screen)
  useReturnToScreen()
  return (
    <>
      <SkipLink />
      <div className="flex min-h-dvh">
        <Sidebar />
        <div className="flex min-w-0 flex-1 flex-col pb-[calc(3.75rem+env(safe-area-inset-bottom))] sm:pb-0">
          <MobileHeader />
          <OfflineBanner />
          {phase === 'disconnected' && !returning ? (
            <div className={`hidden known:block ${barPlace}`} />
          ) : (
            <CatchBoundary fallback={PartError}>
              <Suspense fallback={<div className={barPlace} />}>
                <ConnectedBar />
              </Suspense>
            </CatchBoundary>
          )}
          <main
            id={MAIN_ID}
            tabIndex={-1}
            className="mx-auto w-full max-w-7xl px-4 pt-8 pb-16 outline-none sm:px-8 sm:pt-12 lg:px-12"
          >
            {screen ? (
              <>
                <PageTitle screen={screen} />
                <Guarded screen={screen}>
                  <CatchBoundary key={screen.name} fallback={RouteError}>
                    <Suspense fallback={<Skeleton />}>
                      <Page name={screen.name} path={screen.path} />
                    </Suspense>
                  </CatchBoundary>
                </Guarded>
              </>
            ) : (
              <Navigate to="/" />
            )}
          </main>
          <Footer />
        </div>
      </div>
      <MobileBar />
      {phase === 'authenticated' && screen && screen.name !== 'chat' && (
        <CatchBoundary fallback={PartError}>
          <Suspense>
            <FloatingChat>
              <Suspense fallback={<Skeleton />}>
                <ChatPanel />
              </Suspense>
            </FloatingChat>
          </Suspense>
        </CatchBoundary>
      )}
      {screen && <Viewers />}
      <ModalHost />
      <Toasts />
      <p role="status" className="sr-only">
        {screen?.label}
      </p>
    </>
  )
}

/** The job and the person that the search parameters open over the screen. */
function Viewers() {
  const hydrating = useIsHydrating()
  const { job, user } = usePageLocation().search
  if (hydrating || !(job || user)) return null
  return (
    <CatchBoundary fallback={PartError}>
      <Suspense>
        {job && <JobViewer id={job} />}
        {user && <UserPanel id={user} />}
      </Suspense>
    </CatchBoundary>
  )
}

/** As high as the bar, so that nothing moves when it is loaded. */
const barPlace = 'min-h-12 border-b border-line'
