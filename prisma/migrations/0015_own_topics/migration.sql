-- Topics of people's own are counted by their texts (Admin, Categories, Topics).
CREATE INDEX "generated_prompt_topic_id_raw_topic_idx" ON "generated_prompt"("topic_id", "raw_topic");
