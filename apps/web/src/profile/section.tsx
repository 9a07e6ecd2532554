import type { ReactNode } from 'react'

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-x-12 gap-y-5 border-t border-line py-10 first:border-0 first:pt-0 lg:grid-cols-[14rem_minmax(0,1fr)]">
      <h2 className="text-xl/7 font-semibold">{title}</h2>
      <div className="flex max-w-[38rem] flex-col gap-6">{children}</div>
    </section>
  )
}
