export function Steps() {
  return (
    <section aria-labelledby="steps" className="flex flex-col gap-8">
      <h2 id="steps" className="font-mono text-sm text-muted">
        How it works
      </h2>
      <ol className="grid gap-x-8 gap-y-10 md:grid-cols-3">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="flex flex-col gap-3 border-t border-edge pt-5">
            <span aria-hidden="true" className="font-mono text-sm text-muted">
              {index + 1}
            </span>
            <h3 className="text-2xl/8 font-semibold">{title}</h3>
            <p className="max-w-[26rem] text-muted text-pretty">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

const steps = [
  {
    title: 'Link',
    text: 'Your wallet is your account: sign one message and you’re in. You can look around without one.',
  },
  {
    title: 'Order',
    text: 'Pick an app, fill in its form and see the price before you pay. A job that fails costs nothing.',
  },
  {
    title: 'Watch',
    text: 'Watch a node pick up your job and run it. The result goes to the feed, or stays private.',
  },
]
