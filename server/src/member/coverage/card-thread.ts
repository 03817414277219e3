import { print } from '../../platform/pdf/serve.ts'
import { serveJobs } from '../../platform/threads/serve.ts'
import { composeCard } from './card-document.ts'
import { type CardJob, drawPicture } from './card-picture.ts'

serveJobs<CardJob>(async (job) => {
  if (job.kind === 'picture') return drawPicture(job.svg)
  return print(composeCard({ ...job, front: drawPicture(job.front), back: drawPicture(job.back) }))
})
