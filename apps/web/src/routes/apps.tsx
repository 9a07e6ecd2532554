import { Refusal } from '@infra/protocol/refusal'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { refusalMessages } from '../api/call.ts'
import { queryClient } from '../api/query-client.ts'
import { AppList, AppListSkeleton } from '../catalogue/app-list.tsx'
import { AppPage, keyOf } from '../catalogue/app-page.tsx'
import { appsQuery } from '../catalogue/catalogue-queries.ts'
import { formJobs } from '../catalogue/form-jobs.ts'
import { ButtonLink } from '../navigation/button-link.tsx'
import { useNavigation } from '../navigation/navigation.ts'
import { useSearchParam } from '../navigation/use-search-param.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import type { Source } from '../ui/thermal-image.tsx'
import { OrderedJob } from '../widgets/ordered-job.tsx'

export function Apps() {
  const { data, error, refetch } = useQuery(appsQuery, queryClient)
  const open = useSearchParam('app', ['clone', 'use', 'sample'])
  const clone = useSearchParam('clone').value
  const use = useSearchParam('use').value
  const sample = useSample()
  useFocusBack(open.value)

  if (!data && error) return <NotArrived error={error} onRetry={() => refetch()} />
  if (!data) return <AppListSkeleton />
  if (open.value !== undefined) {
    const app = data.items.find(({ id }) => id === open.value)
    if (!app) return <NoSuchApp onClose={open.close} />
    return (
      <AppPage
        key={keyOf(app.id, { clone, use })}
        app={app}
        from={{ clone, use }}
        sample={sample}
        onClose={open.close}
        renderJob={(id, isLatest) => (
          <OrderedJob
            key={id}
            jobId={id}
            isLatest={isLatest}
            onRepeated={(repeated) => formJobs.add(app.id, repeated)}
            onClear={() => formJobs.remove(app.id, id)}
          />
        )}
      />
    )
  }
  return data.items.length === 0 ? <NoApps /> : <AppList apps={data.items} />
}

/** The sample that the address names. Once it's filled in, it's removed from the address, so that a reload keeps later changes. */
function useSample() {
  const navigation = useNavigation()
  return {
    asked: useSearchParam('sample').value,
    onFilled: () =>
      navigation.go({
        to: '.',
        search: ({ sample: _, ...search }) => search,
        replace: true,
        openedHere: navigation.get().openedHere,
      }),
  }
}

/** After closing an app, the focus returns to its card. */
function useFocusBack(openId: string | undefined): void {
  const last = useRef(openId)
  useEffect(() => {
    if (openId === undefined && last.current !== undefined)
      document.querySelector<HTMLElement>(`[data-app="${CSS.escape(last.current)}"]`)?.focus()
    last.current = openId
  }, [openId])
}

function NotArrived({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className="flex flex-col items-start gap-5">
      <p role="alert" className="text-lg/7">
        Couldn’t load the apps.{' '}
        {error instanceof Refusal ? refusalMessages[error.code] : refusalMessages.internal_error}
      </p>
      <Button icon="refresh" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

function NoSuchApp({ onClose }: { onClose: () => void }) {
  return (
    <section className="flex flex-col items-start gap-5">
      <h2 className="text-3xl/9 font-semibold tracking-tight">App not found.</h2>
      <p className="text-lg/7 text-muted">The link may be wrong, or the app was removed.</p>
      <Button variant="primary" onClick={onClose}>
        See the apps
      </Button>
    </section>
  )
}

function NoApps() {
  return (
    <EmptyState
      sources={slots}
      title="No apps yet."
      actions={<ButtonLink to="/feedback">Ask for an app</ButtonLink>}
    >
      <p>This network offers no apps right now. Tell us which one you’d like.</p>
    </EmptyState>
  )
}

/** Two rows of slots. */
const slots: Source[] = Array.from({ length: 14 }, (_, slot) => ({
  x: 3 + (slot % 7) * 8.7,
  y: slot < 7 ? 2 : 11,
  width: 5,
  height: 5,
  heat: 0.09 + ((slot * 5) % 7) * 0.022,
  blur: 1.2,
}))
