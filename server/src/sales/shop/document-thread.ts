import { serveDocuments } from '../../platform/pdf/serve.ts'
import { type ComparisonJob, composeComparison } from './comparison-document.ts'
import { composePlan, type PlanJob } from './plan-document.ts'

serveDocuments((job: ComparisonJob | PlanJob) => (job.kind === 'plan' ? composePlan(job) : composeComparison(job)))
