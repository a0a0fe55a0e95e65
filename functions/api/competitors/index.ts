import { apiFunction } from "../../../shared/http/apiFunction.ts";
import { createCompetitor } from "./createCompetitor.ts";
import { deleteCompetitor } from "./deleteCompetitor.ts";
import { fetchCompetitor } from "./fetchCompetitor.ts";
import { listCompetitors } from "./listCompetitors.ts";
import { updateCompetitor } from "./updateCompetitor.ts";

export const handler = apiFunction("competitors", [
  listCompetitors,
  createCompetitor,
  fetchCompetitor,
  updateCompetitor,
  deleteCompetitor,
]);
