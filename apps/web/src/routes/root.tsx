import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { readerOf } from '../account/account.ts'
import { useAccount } from '../account/account-context.tsx'
import { Navigate } from '../navigation/link.tsx'
import { usePageLocation } from '../navigation/navigation.ts'
import { useCurrentScreen } from '../navigation/use-current-screen.ts'
import { ModalHost } from '../overlays/modal-host.tsx'
import { Toasts } from '../overlays/toasts.tsx'
import { Footer } from '../shell/footer.tsx'
import { Guarded } from '../shell/guarded.tsx'
import { homeNotice } from '../shell/home-notice.ts'
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

// What signed-in users see on every screen.
const Balance = lazy(async () => ({ default: (await import('../widgets/balance.tsx')).Balance }))
const OpenJobs = lazy(async () => ({ default: (await import('../widgets/open-jobs.tsx')).OpenJobs }))
const OpenJobsStrip = lazy(async () => ({
  default: (await import('../widgets/open-jobs.tsx')).OpenJobsStrip,
}))

const JobNotifications = lazy(async () => ({
  default: (await import('../jobs/notifications/job-notifications.tsx')).JobNotifications,
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
  const account = useAccount()
  const { phase, returning } = account
  const reader = readerOf(account)
  const balance = reader && (
    <Part>
      <Balance address={reader} />
    </Part>
  )
  useScreenChange(screen)
  useReturnToScreen()
  return (
    <>
      <SkipLink />
      <div className="flex min-h-dvh">
        <Sidebar>
          {reader && (
            <Part>
              <OpenJobs address={reader} />
            </Part>
          )}
        </Sidebar>
        <div className="flex min-w-0 flex-1 flex-col pb-[calc(3.75rem+env(safe-area-inset-bottom))] sm:pb-0">
          <MobileHeader>{balance}</MobileHeader>
          <OfflineBanner />
          {phase === 'disconnected' && !returning ? (
            <div className={`hidden known:block ${barPlace}`} />
          ) : (
            <CatchBoundary fallback={PartError}>
              <Suspense fallback={<div className={barPlace} />}>
                <ConnectedBar>
                  <div className="max-sm:hidden">{balance}</div>
                </ConnectedBar>
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
              <UnknownPage />
            )}
          </main>
          <Footer />
        </div>
      </div>
      {reader && (
        <Part>
          <OpenJobsStrip address={reader} />
          <JobNotifications address={reader} />
        </Part>
      )}
      <MobileBar />
      {phase === 'authenticated' && screen && screen.name !== 'chat' && (
        <Part>
          <FloatingChat>
            <Suspense fallback={<Skeleton />}>
              <ChatPanel />
            </Suspense>
          </FloatingChat>
        </Part>
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

function UnknownPage() {
  const location = usePageLocation()
  useEffect(() => homeNotice.set({ reason: 'unknown', location }), [location])
  return <Navigate to="/" />
}

/** A part of the shell that is loaded separately; without it, the rest still works. */
function Part({ children }: { children: ReactNode }) {
  return (
    <CatchBoundary fallback={PartError}>
      <Suspense>{children}</Suspense>
    </CatchBoundary>
  )
}

/** The job and the person that the search parameters open over the screen. */
function Viewers() {
  const hydrating = useIsHydrating()
  const { job, user } = usePageLocation().search
  if (hydrating || !(job || user)) return null
  return (
    <Part>
      {job && <JobViewer id={job} />}
      {user && <UserPanel id={user} />}
    </Part>
  )
}

/** As high as the bar, so that nothing moves when it is loaded. */
const barPlace = 'min-h-12 border-b border-line'
