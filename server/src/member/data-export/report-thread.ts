import { serveDocuments } from '../../platform/pdf/serve.ts'
import { composeReport, type ReportJob } from './report.ts'
import { reportTexts } from './report-words.ts'

serveDocuments<ReportJob>(({ data, sender, ...about }) => {
  const say = reportTexts(about.language)
  return {
    blocks: composeReport(data, { ...about, brandName: sender.name }),
    options: {
      title: say('title'),
      language: about.language,
      createdAt: about.now,
      sender,
      footer: (page) => say('page', { page }),
    },
  }
})
