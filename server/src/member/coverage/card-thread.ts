import { printed, serveBytes } from '../../platform/pdf/serve.ts'
import { composeCard } from './card-document.ts'
import { type CardJob, pictureOf } from './card-picture.ts'

serveBytes<CardJob>(async (job) => {
  if (job.kind === 'picture') return pictureOf(job.svg)
  return printed(composeCard({ ...job, front: pictureOf(job.front), back: pictureOf(job.back) }))
})
