mod pictures;
