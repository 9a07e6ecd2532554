import { fillSnippet, type SnippetFileName, snippetsFor } from '@infra/protocol/programs/snippets'
import { useQuery } from '@tanstack/react-query'
import { useAccount } from '../account/account-context.tsx'
import { queryClient } from '../api/query-client.ts'
import { appsQuery } from '../catalogue/catalogue-queries.ts'
import { AppChooser } from '../developers/app-chooser.tsx'
import { DifferencesPage } from '../developers/differences-page.tsx'
import { GoodToKnow } from '../developers/good-to-know.tsx'
import { ProgramLinks } from '../developers/program-links.tsx'
import { networkAddress, programApps, programLabels, programs } from '../developers/programs.ts'
import { SnippetView } from '../developers/snippet-view.tsx'
import { trialKey as trialKeyStore } from '../developers/trial-key.ts'
import { TryIt } from '../developers/try-it.tsx'
import { JobResult } from '../jobs/results/job-result.tsx'
import { ReceiptCheck } from '../jobs/viewer/receipt-check.tsx'
import { Markdown } from '../markdown/markdown.tsx'
import { useNavigation, usePageLocation } from '../navigation/navigation.ts'
import { useSearchParam } from '../navigation/use-search-param.ts'
import { useStore } from '../store/use-store.ts'

/** Doesn't need a file from the reader. */
const FIRST_APP = 'speak'

export function Developers() {
  const about = useSearchParam('about')
  return about.value === 'differences' ? <DifferencesPage onClose={about.close} /> : <Programs />
}

function Programs() {
  const navigation = useNavigation()
  const { search } = usePageLocation()
  const { address } = useAccount()
  const { data } = useQuery(appsQuery, queryClient)
  const kept = useStore(trialKeyStore)
  // Somebody else's key must not be used.
  const trialKey = kept?.address === address ? kept : undefined
  const app = programApps.includes(search.app ?? '') ? search.app! : FIRST_APP
  const program = Object.hasOwn(programs, search.with ?? '') ? (search.with as SnippetFileName) : 'curl'
  const values = { address: networkAddress(), key: trialKey?.secret ?? 'YOUR_KEY', app }
  return (
    <div className="flex flex-col gap-10">
      <p className="-mt-4 max-w-[42rem] text-lg/7 text-muted">
        Everything you can run here, a program can run too. Use the OpenAI client you know, our own, or none.
      </p>
      <div className="flex min-w-0 flex-col gap-5">
        <AppChooser
          apps={data?.items}
          value={app}
          onChange={(chosen) =>
            navigation.go({ to: '/developers', search: { with: program, app: chosen }, replace: true })
          }
        />
        <ProgramLinks open={program} app={app} />
        <div className="max-w-[48rem] text-muted">
          <Markdown text={fillSnippet(programs[program].intro, values)} />
        </div>
        {snippetsFor(programs[program], app).map((snippet) => (
          <SnippetView
            key={snippet.title}
            title={snippet.title || programLabels[program]}
            code={fillSnippet(snippet.code, values)}
          />
        ))}
      </div>
      <TryIt
        key={app}
        app={app}
        appName={data?.items.find(({ id }) => id === app)?.name ?? app}
        trialKey={trialKey}
        showResult={(job) => (
          <>
            <JobResult job={job} />
            <ReceiptCheck job={job} />
          </>
        )}
      />
      <GoodToKnow />
    </div>
  )
}
