-- The review's filters "not as expected" and "cut off". `detail` is the last column, so without an index every row is
-- read to its end, prompt and reply included. The expressions are those of the query, word for word.
CREATE INDEX "baiql_result_unmet" ON "baiql_result" ("execution_id", json_extract("detail", '$.isUnmet'), "batch", "number");
CREATE INDEX "baiql_result_cut_off" ON "baiql_result" ("execution_id", json_extract("detail", '$.isCutOff'), "batch", "number");
