import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../api/query-client.ts'
import { formatCredits } from '../jobs/format-credits.ts'
import { Link } from '../navigation/link.tsx'
import { creditsQuery } from '../profile/profile-queries.ts'

/** What the user can spend, on every screen. */
export function Balance({ address }: { address: string }) {
  const { data } = useQuery(creditsQuery(address), queryClient)
  if (!data) return null
  return (
    <Link
      to="/profile/credits"
      className="flex min-h-11 items-center font-mono text-sm whitespace-nowrap tabular-nums max-sm:-my-3 underline-offset-4 hover:underline"
    >
      {formatCredits(data.available)}
    </Link>
  )
}
