import { useQuery } from '@tanstack/react-query'
import { useAccount } from '../account/account-context.tsx'
import { JobLink } from '../jobs/job-link.tsx'
import { MyFavorites } from '../jobs/my-favorites.tsx'
import { MyJobs } from '../jobs/my-jobs.tsx'
import { Credits } from '../profile/credits.tsx'
import { Identity } from '../profile/identity.tsx'
import { MyData } from '../profile/my-data.tsx'
import { meQuery } from '../profile/profile-queries.ts'
import { refusalWords } from '../profile/refusal-words.ts'
import { Section } from '../profile/section.tsx'
import { Sessions } from '../profile/sessions.tsx'
import { queryClient } from '../query-client.ts'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export function Profile() {
  const { address, disconnect } = useAccount()
  const {
    data: me,
    error,
    refetch,
  } = useQuery({ ...meQuery(address!), enabled: address !== undefined }, queryClient)
  if (error) {
    return (
      <div className="flex flex-col items-start gap-5">
        <p role="alert" className="text-lg/7">
          {refusalWords(error).sentence}
        </p>
        <Button icon="refresh" onClick={() => refetch()}>
          Try again
        </Button>
      </div>
    )
  }
  if (!me) return <Skeleton />
  return (
    <>
      <Identity key={me.id} me={me} />
      <Credits
        address={me.id}
        jobLink={(id, children) => (
          <JobLink id={id} className="underline decoration-edge underline-offset-4 hover:decoration-text">
            {children}
          </JobLink>
        )}
      />
      <Section title="My jobs">
        <MyJobs address={me.id} />
      </Section>
      <Section title="Favourites">
        <MyFavorites address={me.id} />
      </Section>
      <Sessions address={me.id} onSignedOut={disconnect} />
      <MyData onDeleted={disconnect} />
    </>
  )
}
