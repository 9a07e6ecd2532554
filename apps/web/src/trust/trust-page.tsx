import type { TrustNumbers } from '@infra/protocol/trust'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorMessage } from '../api/error-message.ts'
import { queryClient } from '../api/query-client.ts'
import { Link } from '../navigation/link.tsx'
import { IN_TEXT } from '../navigation/link-styles.ts'
import { SubPageHead } from '../navigation/sub-page-head.tsx'
import { Button } from '../ui/button.tsx'
import { TrustFiguresView } from './trust-figures.tsx'
import { TrustLevels } from './trust-levels.tsx'
import { trustFiguresQuery } from './trust-queries.ts'

/** How results are checked, for everyone. Every number comes from the API, so that the text is never out of date. */
export function TrustPage({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(trustFiguresQuery, queryClient)
  return (
    <article className="flex flex-col gap-10">
      <header className="flex flex-col gap-3">
        <SubPageHead title="How results are checked" above="All nodes" onClose={onClose} />
        <p className="max-w-[38rem] text-lg/7 text-muted">
          Machines of strangers run the jobs. This is how the network finds the ones that cheat, and what it
          can’t promise.
        </p>
      </header>
      {error && !data && (
        <div className="flex flex-col items-start gap-5">
          <p role="alert">Couldn’t load the figures. {errorMessage(error)}</p>
          <Button icon="refresh" onClick={() => refetch()}>
            Try again
          </Button>
        </div>
      )}
      {!data && !error && (
        <div role="status" aria-label="Loading" className="h-96 animate-breathe bg-raised" />
      )}
      {data && (
        <>
          {!data.checksNodes && <NothingChecked />}
          <div>
            {data.checksNodes && (
              <Part title="The last 30 days">
                <TrustFiguresView figures={data} />
              </Part>
            )}
            <Part title="What happens to a result">
              <Results numbers={data.numbers} />
            </Part>
            <Part title="What the levels mean">
              <TrustLevels numbers={data.numbers} />
            </Part>
            <Part title="What happens to a cheat">
              <Cheats numbers={data.numbers} />
            </Part>
            <Part title="What a receipt proves">
              <Receipts />
            </Part>
            <Part title="What nobody can promise">
              <Limits />
            </Part>
            <Part title="Check it yourself">
              <Yourself />
            </Part>
          </div>
        </>
      )}
    </article>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-x-12 gap-y-4 border-t border-line py-8 lg:grid-cols-[14rem_minmax(0,1fr)]">
      <h3 className="text-xl/7 font-semibold">{title}</h3>
      <div className="flex max-w-[42rem] min-w-0 flex-col gap-4">{children}</div>
    </section>
  )
}

function NothingChecked() {
  return (
    <div className="flex max-w-[42rem] flex-col gap-2 border-l-2 border-danger pl-4">
      <p>
        <strong className="font-semibold">This network does not check its nodes.</strong> It has no machines
        of its own to compare them with, so every node gets every job.
      </p>
      <p className="text-muted">
        Below is what a network with machines of its own does. Receipts are signed here all the same.
      </p>
    </div>
  )
}

function Results({ numbers }: { numbers: TrustNumbers }) {
  return (
    <>
      <p>
        <strong className="font-semibold">Every result is inspected</strong> before it is accepted: it must
        have the right size and form, and fit the input. One that doesn’t is refused and not paid.
      </p>
      <p>
        <strong className="font-semibold">Some are run again</strong> on a machine of another operator, which
        can’t tell that it is a check: at least {numbers.trustedPercent} % of what trusted nodes make,{' '}
        {numbers.knownPercent} % of what known ones make, and all of what nodes on probation make. The more a
        job pays, the more likely it is checked.
      </p>
      <p>
        <strong className="font-semibold">Where two differ, a third decides.</strong> If that settles nothing,
        a person looks. A difference too small to mean anything counts against nobody.
      </p>
      <p>
        <strong className="font-semibold">Some jobs have a known answer.</strong> They look like any other
        job, and nodes are tested with them.
      </p>
      <p>
        <strong className="font-semibold">You can ask.</strong> If a result of yours looks wrong, open it and
        press “This looks wrong”: it is run again at no cost, {numbers.reportsPerDay} times a day.
      </p>
      <p className="text-muted">
        Private jobs, and jobs whose original you keep to yourself, are only run again by machines of the
        network itself. Imagine and Write are not checked: no two machines make the same from them.
      </p>
    </>
  )
}

function Cheats({ numbers }: { numbers: TrustNumbers }) {
  return (
    <>
      <p>
        You get the right result and your credits back. The node loses its pay for that job and{' '}
        {numbers.fineTimes} times as much of what it is still to be paid, and {numbers.watchedPercent} % of
        what it makes is checked until it has passed {numbers.watchChecks} checks.
      </p>
      <p>
        If it is caught again meanwhile, or {numbers.strikesMax} times within {numbers.strikeMemoryChecks}{' '}
        checks, it is suspended. Up to {numbers.rerunResultsMax.toLocaleString('en')} of its latest results
        are then run again, and put right where they were wrong.
      </p>
      <p>
        So that there is something to lose, earnings wait for {numbers.pendingDays} days and{' '}
        {numbers.pendingResults} more results, {numbers.pendingDaysMax} days at most.
      </p>
      <p className="text-muted">
        Only a person bans a node. Its operator reads why and can appeal, and a moderator answers.
      </p>
    </>
  )
}

function Receipts() {
  return (
    <>
      <p>
        A node signs a receipt for each result, and the network signs it too. It proves which node claimed to
        have made this output from this input, with which engine, model and weights, and when. Nobody can
        change a byte of it later.
      </p>
      <p>
        It doesn’t prove that the model really ran. “Pinned” weights are those that the network publishes;
        “declared” ones are the operator’s word.
      </p>
      <p>Where a result was checked, the network signs what the check found as well.</p>
    </>
  )
}

function Limits() {
  return (
    <>
      <p>
        Checked doesn’t mean proven. A node that cheats in one of a hundred jobs is found late, and most of
        those wrong results stay. It costs more than it brings, but someone who doesn’t mind can do it.
      </p>
      <p>
        The owner of a machine can read what it is sent, and keep it. Don’t send anything that strangers must
        never see.
      </p>
    </>
  )
}

function Yourself() {
  return (
    <>
      <p>
        Open any finished job in the{' '}
        <Link to="/feed" className={IN_TEXT}>
          feed
        </Link>{' '}
        and press Verify. Your browser compares the files with the receipt and checks every signature.
      </p>
      <p>
        Open any{' '}
        <Link to="/nodes" className={IN_TEXT}>
          node
        </Link>{' '}
        to see its level and how its checks went, app by app.
      </p>
      <p>
        Which results are checked is drawn with a secret key for each day. The key’s SHA-256 is published
        before the day, and the key eight days after it. Then all results of that day are listed too, each
        with how likely its check was, so that anyone can draw again and see that none was spared:{' '}
        <code className="font-mono text-sm break-all">npm run trust -- draw {location.origin}</code> in the
        source code does it.
      </p>
    </>
  )
}
