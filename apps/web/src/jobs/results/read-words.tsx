import type { Job, JobFile } from '@infra/protocol/jobs'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../api/query-client.ts'
import { jsonQuery } from './json-query.ts'
import { MarkedPicture } from './marked-picture.tsx'
import { inputPicture } from './measured-picture.ts'
import { WordList } from './region-list.tsx'
import { tokensOf, wordsIn } from './regions.ts'
import { TextResult } from './text-result.tsx'
import { useHighlight } from './use-highlight.ts'

interface ReadWordsProps {
  job: Pick<Job, 'inputFiles'>
  text: string
  words: JobFile
}

/** The result of Read Text: the text, and where each word is on the picture. */
export function ReadWords({ job, text, words }: ReadWordsProps) {
  const picture = inputPicture(job)
  // The text is already here; the positions of its words are extra and may fail to load.
  const { data } = useQuery({ ...jsonQuery(words), enabled: picture !== undefined }, queryClient)
  const regions = wordsIn(data) ?? []
  const tokens = tokensOf(text, regions)
  const highlight = useHighlight(regions.length)
  if (text === '') return <p className="text-muted">No text found.</p>
  if (!picture) return <TextResult text={text} />
  return (
    <div className="@container">
      <div className="grid grid-cols-1 gap-5 @2xl:grid-cols-2">
        <MarkedPicture
          picture={picture}
          alt="The picture with the text"
          regions={regions}
          highlight={highlight}
          hasLabels={false}
        />
        {tokens ? (
          <WordList label="Text" tokens={tokens} highlight={highlight} />
        ) : (
          <TextResult text={text} />
        )}
      </div>
    </div>
  )
}
