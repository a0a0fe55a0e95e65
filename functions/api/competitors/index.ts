import { apiFunction } from "../../../shared/http/apiFunction.ts";
import {
  createCompetitor,
  deleteCompetitor,
  fetchCompetitor,
  listCompetitors,
  updateCompetitor,
} from "./competitors.ts";

export const handler = apiFunction("competitors", [
  listCompetitors,
  createCompetitor,
  fetchCompetitor,
  updateCompetitor,
  deleteCompetitor,
]);
