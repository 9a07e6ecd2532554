import { useEffect, useRef } from 'react'
import { reachability } from '../api/reachability.ts'
import { useStore } from '../store/use-store.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { closeToast, type Toast, toasts } from './toast.ts'

export function Toasts() {
  const shown = useStore(toasts)
  // The offline banner moves the bar with Sign in down, and toasts must not cover it.
  const below = useStore(reachability) === 'reachable' ? 'top-40 sm:top-16' : 'top-52 sm:top-28'
  const stack = useRef<HTMLElement>(null)

  // A popover is in the top layer, so that a toast is visible above a modal.
  useEffect(() => {
    const element = stack.current
    if (shown.length === 0) return
    element?.showPopover?.()
    return () => element?.hidePopover?.()
  }, [shown])

  return (
    <section
      ref={stack}
      popover="manual"
      aria-label="Notifications"
      className={`pointer-events-none fixed inset-x-4 bottom-auto m-0 ml-auto w-auto max-w-96 flex-col gap-2 border-0 bg-transparent p-0 open:flex sm:left-auto sm:w-96 ${below}`}
    >
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

function ToastCard({ toast: { id, kind, text, action } }: { toast: Toast }) {
  function act() {
    closeToast(id)
    action?.run()
  }

  return (
    <div
      role={kind === 'failure' ? 'alert' : 'status'}
      className={`pointer-events-auto flex items-start gap-3 border border-l-2 border-line bg-raised py-3 pr-2 pl-4 text-text ${edges[kind]}`}
    >
      <div className="flex min-w-0 flex-1 flex-col items-start gap-3">
        <p className="max-w-full font-mono text-sm/6 break-words">{text}</p>
        {action && <Button onClick={act}>{action.label}</Button>}
      </div>
      <button
        type="button"
        aria-label="Close notification"
        className="p-1 text-muted hover:text-text"
        onClick={() => closeToast(id)}
      >
        <Icon name="close" size={16} />
      </button>
    </div>
  )
}

const edges: Record<Toast['kind'], string> = { notice: 'border-l-cool', failure: 'border-l-danger' }
