import type { Job } from '@infra/protocol/jobs'
import { Link } from '../../navigation/link.tsx'
import { Button, buttonStyle } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { FavoriteButton } from '../favorites/favorite-button.tsx'
import { describe, isFinal } from '../job-rules.ts'
import { OwnActions } from '../own-actions.tsx'
import { ReportButton } from '../reports/report-button.tsx'
import { UseResult } from '../use-result.tsx'
import { CheckButton } from './check-button.tsx'
import { DownloadLinks } from './download-links.tsx'
import { copy, shareJob } from './share-job.ts'

interface JobActionsProps {
  job: Job
  own: boolean
  /** A new version or another try was ordered. */
  onRepeated: (id: string) => void
  onDeleted: () => void
}

/** The actions on a job: those for everyone, and those for its owner. */
export function JobActions({ job, own, onRepeated, onDeleted }: JobActionsProps) {
  const text = job.outputs.find(({ kind }) => kind === 'text')?.text
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        {own && <DownloadLinks job={job} variant="primary" />}
        <Link
          to="/apps"
          search={{ app: job.app.id, clone: job.id }}
          className={buttonStyle(own && job.outputs.length > 0 ? 'secondary' : 'primary')}
        >
          <Icon name="clone" size={16} />
          Clone
        </Link>
        {isFinal(job) && job.status === 'finished' && (
          <span className="px-3">
            <FavoriteButton job={job} />
          </span>
        )}
        {job.visibility === 'public' && job.status === 'finished' && (
          <Button icon="share" onClick={() => void shareJob(job.id, describe(job))}>
            Share
          </Button>
        )}
        {text && (
          <Button icon="clone" onClick={() => void copy(text, 'Text copied.')}>
            Copy text
          </Button>
        )}
        {!own && <DownloadLinks job={job} />}
        <UseResult job={job} />
      </div>
      {own ? (
        <>
          <OwnActions job={job} onRepeated={onRepeated} onDeleted={onDeleted} />
          <CheckButton job={job} />
        </>
      ) : (
        <ReportButton jobId={job.id} />
      )}
    </div>
  )
}
