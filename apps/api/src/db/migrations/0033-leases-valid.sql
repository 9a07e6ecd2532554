alter table jobs validate constraint jobs_running_means_tried;
