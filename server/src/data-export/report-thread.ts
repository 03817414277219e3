import { parentPort, workerData } from 'node:worker_threads'
import { pdfDocument } from '../pdf/document.ts'
import { reportOf, reportTexts } from './report.ts'
import type { ReportJob } from './reports.ts'

// A thread that makes one document and ends.
const { data, logo, ...about } = workerData as ReportJob
const say = reportTexts(about.language)
const bytes = await pdfDocument(reportOf(data, about), {
  title: say('title'),
  language: about.language,
  createdAt: about.now,
  sender: { name: about.brandName, logo },
  footer: (page) => say('page', { page }),
})
parentPort?.postMessage(bytes)
