import type { PayloadOf } from '@portico/contract/call'
import type { coveredDrug, listMedicines, searchFormulary } from '@portico/contract/calls/medicines'

export type MedicinesData = PayloadOf<typeof listMedicines>
export type MedicineData = MedicinesData['medicines'][number]
export type ListedData = PayloadOf<typeof searchFormulary>['drugs'][number]
export type CoveredData = PayloadOf<typeof coveredDrug>
export type OrderData = MedicinesData['orders'][number]
export type FillData = MedicineData['fills'][number]
export type ApprovalData = MedicinesData['authorizations'][number]
